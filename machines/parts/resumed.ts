/**
 * Sent to a machine whose state is resumed from a journal, because the state describes the previous page load. `age` is
 * the time since the last journal entry, in milliseconds.
 */
export interface Resumed<Type extends string> {
  type: Type
  age: number
}

/** How long an order or a payment in flight is continued automatically after a reload, in milliseconds. Then the shopper decides. */
export const longestUnattended = 10 * 60_000

/** Whether an order or payment in flight before a resume is continued only at the shopper's request. */
export const isUnattended = ({ age }: { age: number }): boolean => age >= longestUnattended
