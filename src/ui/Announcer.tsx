interface Props {
  /** The latest announcement: 'Page 2 of 5', 'Removed, 2 items, $9.00'. */
  text: string
}

/** A live region that is in the page from the start: screen readers read out its changes without moving the focus. */
export function Announcer({ text }: Props) {
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  )
}
