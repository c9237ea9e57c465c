import { useActor, useSend } from '../system/actors.tsx'

/** Reads again what could not be read: the start of the session, which includes the cart, or only the cart. */
export function useReadAgain(): () => void {
  const session = useActor('session', ({ value }) => value.start)
  const send = useSend('cart')
  const sendSession = useSend('session')
  return () => (session === 'unreachable' ? sendSession({ type: 'session.retry' }) : send({ type: 'cart.reload' }))
}
