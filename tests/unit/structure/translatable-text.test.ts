import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type ESTree } from 'vite'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.tsx'))
  .map(name => posix.join('src', name))

type Child = ESTree.JSXChild

/** Whether the child is rendered: neither a comment nor white space between lines. */
function isRendered(child: Child): boolean {
  if (child.type === 'JSXText') return !/^\s*$/.test(child.value) || !child.value.includes('\n')
  return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'
}

/** The values of the `return` statements in a statement, without those of functions in it. */
function returnsIn(statement: ESTree.Statement | null): ESTree.Expression[] {
  switch (statement?.type) {
    case 'ReturnStatement':
      return statement.argument ? [statement.argument] : []
    case 'BlockStatement':
      return statement.body.flatMap(returnsIn)
    case 'IfStatement':
      return [statement.consequent, statement.alternate].flatMap(returnsIn)
    case 'SwitchStatement':
      return statement.cases.flatMap(({ consequent }) => consequent.flatMap(returnsIn))
    default:
      return []
  }
}

/** What a function returns: the expression that is its body, or those of its `return` statements. */
function returnedBy(node: ESTree.Node): ESTree.Expression[] {
  if (!/^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)) return []
  const { body } = node as ESTree.Function | ESTree.ArrowFunctionExpression
  if (body?.type === 'BlockStatement') return returnsIn(body as ESTree.BlockStatement)
  return body ? [body as unknown as ESTree.Expression] : []
}

/** The names of a file that are never texts: declared as `Elements`, and functions that return elements. */
function elementNames(code: string, program: ESTree.Program): Set<string> {
  const names = new Set([...code.matchAll(/(\w+)\??: Elements\b(?! \|)/g)].map(([, name]) => name!))
  new Visitor({
    VariableDeclarator({ id, init }) {
      const returned = init ? returnedBy(init) : []
      if (id.type === 'Identifier' && returned.length > 0 && returned.every(one => isElement(one, names)))
        names.add(id.name)
    },
  }).visit(program)
  return names
}

/** Whether an expression is never a text: its value is an element, several of them, or nothing. */
function isElement(node: ESTree.Expression | ESTree.JSXEmptyExpression, names: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      return node.value === null || typeof node.value === 'boolean'
    case 'Identifier':
      return node.name === 'undefined' || names.has(node.name)
    case 'LogicalExpression':
      return isElement(node.right, names) && (node.operator === '&&' || isElement(node.left, names))
    case 'ConditionalExpression':
      return isElement(node.consequent, names) && isElement(node.alternate, names)
    case 'ParenthesizedExpression':
      return isElement(node.expression, names)
    case 'CallExpression': {
      const { callee, arguments: given } = node
      if (callee.type === 'Identifier') return callee.name === 'createElement' || names.has(callee.name)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
      const [last] = given.slice(-1)
      if (!last || !/^(?:map|from)$/.test(callee.property.name)) return false
      if (last.type === 'Identifier') return names.has(last.name)
      const returned = returnedBy(last)
      return returned.length > 0 && returned.every(one => isElement(one, names))
    }
    default:
      return false
  }
}

/** Whether a child is a text that never changes: words, a space, a constant of the store. */
const isFixedText = (child: Child) =>
  child.type === 'JSXText' ||
  (child.type === 'JSXExpressionContainer' &&
    (child.expression.type === 'Literal' ||
      (child.expression.type === 'MemberExpression' &&
        child.expression.object.type === 'Identifier' &&
        child.expression.object.name === 'store')))

/** Components that always render one element. */
const always = ['Icon', 'ContactWays']

/** Components that always render their children, alone in an element. Others may remove them, as a button does while it waits. */
const containers = ['Notice', 'Fact', 'Checkbox']

const nameOf = ({ openingElement: { name } }: ESTree.JSXElement) => (name.type === 'JSXIdentifier' ? name.name : '')

/** Whether it is an element of HTML. */
const isHtml = (node: ESTree.Node) => node.type === 'JSXElement' && /^[a-z]/.test(nameOf(node))

const isContainer = (node: ESTree.Node) => node.type === 'JSXElement' && containers.includes(nameOf(node))

/** Whether a child is there from the first rendering on. */
const isFixed = (child: Child) =>
  isFixedText(child) || (child.type === 'JSXElement' && (isHtml(child) || always.includes(nameOf(child))))

/** The texts among the values of an expression. */
function textsOf(node: ESTree.Expression): ESTree.Expression[] {
  switch (node.type) {
    case 'TemplateLiteral':
      return [node]
    case 'Literal':
      return typeof node.value === 'string' ? [node] : []
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(textsOf)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsOf)
    case 'ParenthesizedExpression':
      return textsOf(node.expression)
    default:
      return []
  }
}

/** The texts of a file that React could insert, change or remove beside something else, or without an element of their own. */
function unsafeTextsIn(file: string, code: string): string[] {
  const found: string[] = []
  const { program } = parseSync(file, code)
  const names = elementNames(code, program)
  const report = ({ start, end }: ESTree.Node) => {
    const line = code.slice(0, start).split('\n').length
    found.push(`${file}:${line}: ${code.slice(start, end).replaceAll(/\s+/g, ' ').trim()}`)
  }
  const check = (parent: ESTree.JSXElement | ESTree.JSXFragment) => {
    const children = parent.children.filter(isRendered)
    if (children.length === 1 && parent.type === 'JSXElement') return
    children.forEach((child, at) => {
      if (child.type !== 'JSXText' && (child.type !== 'JSXExpressionContainer' || isElement(child.expression, names)))
        return
      if (isFixedText(child) && (isHtml(parent) || isContainer(parent)) && children.slice(0, at).every(isFixed)) return
      report(child)
    })
  }
  const checkComponent = (name: ESTree.Node | null | undefined, component: ESTree.Node) => {
    if (name?.type === 'Identifier' && /^[A-Z]/.test(name.name)) returnedBy(component).flatMap(textsOf).forEach(report)
  }
  new Visitor({
    JSXElement: check,
    JSXFragment: check,
    FunctionDeclaration: component => checkComponent(component.id, component),
    VariableDeclarator: ({ id, init }) => init && checkComponent(id, init),
  }).visit(program)
  return found
}

describe('react/react#11538: a text that React inserts, changes or removes beside something else', () => {
  test('is in an element of its own, or the only child of its element', () => {
    const found = files.flatMap(file => unsafeTextsIn(file, readFileSync(join(root, file), 'utf8')))
    expect(found).toEqual([])
  })

  test.each([
    '<p>{count} items</p>',
    '<p>Total <b>{total}</b> {note}</p>',
    '<p><Icon of="x" />{text}</p>',
    '<p>{failed && <Icon of="x" />} The cart is saved</p>',
    '<p><Amount of={1} /> The cart is saved</p>',
    '<>Saved</>',
    '<>{text}</>',
    '<p><b>{name}</b>{isNew && "New"}</p>',
    '<p><b>{name}</b>{isNew ? "New" : <i>Old</i>}</p>',
    '<p><b>{name}</b>{names.map(name => name)}</p>',
    '<Notice><b>{message}</b>{next}</Notice>',
    '<Button><Icon of="x" />Close</Button>',
    '<Part action={<p>{count} items</p>} />',
    '0; function WhyNot() { return missing > 0 ? `Add ${missing}` : null }',
    '0; const WhyNot = () => isEmpty && "Empty"',
    '0; function WhyNot() { if (isEmpty) return "Empty"; return null }',
  ])('is found in %s', code => {
    expect(unsafeTextsIn('a.tsx', `const page = ${code}`)).not.toEqual([])
  })

  test.each([
    '<p>{text}</p>',
    '<p>{`${count} items`}</p>',
    '<p>Sold by <b>{store.name}</b>, {store.streetAddress}</p>',
    '<p>Total <b>{total}</b></p>',
    '<p><Icon of="x" />Close</p>',
    '<p>{failed && <Icon of="x" />}<span>{text}</span></p>',
    '<ul>{heading}{names.map(name => <li key={name}>{name}</li>)}</ul>',
  ])('is not found in %s', code => {
    expect(unsafeTextsIn('a.tsx', `const heading: Elements = null\nconst page = ${code}`)).toEqual([])
  })
})
