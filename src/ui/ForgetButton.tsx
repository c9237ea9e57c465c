interface Props {
  className?: string
}

/** 'Forget me on this device'. The journal handles its press, and asks `data-failed` if its code can't be loaded. */
export const ForgetButton = ({ className }: Props) => (
  <button
    type="button"
    className={className}
    data-forget
    data-failed="Nothing was removed from this device: the code for it could not be loaded. Check your connection. Try again?"
  >
    Forget me on this device
  </button>
)
