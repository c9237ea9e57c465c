import { DockerfileParser, type Flag } from 'dockerfile-ast'

/** An instruction: its keyword in capitals, its flags without dashes, and the rest of its text on one line. */
export interface Instruction {
  keyword: string
  flags: Record<string, string>
  text: string
}

/** A part of a Dockerfile that begins with FROM. */
export interface Stage {
  /** An image, or the name of an earlier stage. */
  from: string
  name: string | null
  /** Without FROM. */
  instructions: Instruction[]
}

/** Reads a Dockerfile. @throws Error if it has an instruction before its first FROM */
export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = []
  const parsed = DockerfileParser.parse(dockerfile)
  const froms = [...parsed.getFROMs()]
  for (const instruction of parsed.getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const from = froms.shift()!
      stages.push({ from: from.getImage()!, name: from.getBuildStage(), instructions: [] })
      continue
    }
    const flags = 'getFlags' in instruction ? (instruction.getFlags as () => Flag[])() : []
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`${keyword} is before FROM`)
    stage.instructions.push({
      keyword,
      flags: Object.fromEntries(flags.map(flag => [flag.getName(), flag.getValue() ?? ''])),
      text: (instruction.getArguments() as { getValue(): string }[]).map(word => word.getValue()).join(' '),
    })
  }
  return stages
}

/** The words of an instruction in the exec form, `["node", "start.js"]`. @throws SyntaxError for the shell form */
export const execForm = (text: string): string[] => JSON.parse(text.replace(/^CMD /, '')) as string[]

/** Paths that are not sent to the build. @throws Error for a pattern: this file has plain names only */
export function readIgnored(dockerignore: string): string[] {
  const names = dockerignore.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const pattern = names.find(name => !/^[\w./-]+$/.test(name))
  if (pattern !== undefined) throw new Error(`.dockerignore has a pattern, and this reads plain names: ${pattern}`)
  return names
}

/** Whether a path of the repository, or a folder that it is in, is ignored. */
export const isIgnored = (path: string, ignored: readonly string[]): boolean =>
  ignored.some(name => path === name || path.startsWith(`${name}/`))
