/** What is wrong in a form, by the name of its field. */
export type MistakesByField = Readonly<Record<string, string>>
