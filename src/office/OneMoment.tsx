/** In place of a page that is being read. */
export const OneMoment = () => (
  <p role="status" className="muted">
    One moment …
  </p>
)
