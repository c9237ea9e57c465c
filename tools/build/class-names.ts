/**
 * Names classes of CSS modules 'ProductCard-price': shorter than with a hash, the same in every build, and readable in
 * developer tools.
 *
 * @returns a function of the class's name and its file, which throws where two files of one name would share classes
 */
export function createClassNames(): (name: string, file: string) => string {
  const files = new Map<string, string>()
  return (name, file) => {
    const path = file.split('?', 1)[0]!
    const stem = /([\w-]+)\.module\.css$/.exec(path)?.[1]
    if (stem === undefined) throw new Error(`${path} is not a CSS module`)
    const known = files.get(stem) ?? path
    if (known !== path) throw new Error(`${known} and ${path} would share their classes: rename one of them`)
    files.set(stem, path)
    return `${stem}-${name}`
  }
}
