import { homePath } from '#contract/paths'

/** Shown instead of the layout, or a part of it, that could not be rendered twice. Uses no components, which may have failed. */
export const BrokenPart = () => (
  <p className="wrap row" role="alert">
    <span>A part of this page couldn’t be shown.</span>
    <button type="button" className="textlink" onClick={() => location.reload()}>
      Reload
    </button>
    <a className="textlink" href={homePath}>
      Back to the shop
    </a>
  </p>
)
