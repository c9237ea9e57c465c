/** Whether two objects have the same fields with the same values. Null is the same as null only. */
export function hasSameFields<Fields extends object>(one: Fields | null, other: Fields | null): boolean {
  if (one === null || other === null) return one === other
  const names = Object.keys({ ...one, ...other }) as (keyof Fields)[]
  return names.every(name => one[name] === other[name])
}
