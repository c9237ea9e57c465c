interface Props {
  /** The newest thing to be read out: 'Page 2 of 5', 'Removed, 2 items, $9.00'. */
  text: string
}

/** Reads out what changed without taking the focus. One stands in the page from the start. */
export function Announcer({ text }: Props) {
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  )
}
