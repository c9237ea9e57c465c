/** What is done with early presses and keys once the shop is there. */
export interface Early {
  /** Right before hydration: notes fields that the browser filled in without a word, and takes its marks off buttons. */
  collect(): void
  /** Does what was typed and pressed, in its order, and takes nothing more. Resolves when all of it is done. */
  replay(): Promise<void>
}
