/**
 * Tells a machine that its state comes from a journal: it is resumed on another page than the one that it describes. `age` is
 * the time since the last journal entry, in milliseconds.
 */
export interface Resumed<Type extends string> {
  type: Type
  age: number
}

/** How long an order or a payment in flight is continued automatically after a reload, in milliseconds. Then the shopper decides. */
export const longestUnattended = 10 * 60_000

/** Whether what was in flight before a resume is continued only if the shopper asks for it. */
export const isUnattended = ({ age }: { age: number }): boolean => age >= longestUnattended
