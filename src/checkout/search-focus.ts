/** From now on, opening the checkout's search moves the focus to its field. The browser returns it when the search closes. */
export const focusOpenedSearch = (): void =>
  globalThis.document?.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (newState === 'open') (target as Element).querySelector<HTMLInputElement>('[role=search] [name=q]')?.focus()
    },
    true,
  )
