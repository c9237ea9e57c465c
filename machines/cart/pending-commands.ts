import type { CartLine } from '#contract/cart'
import type { LineChoice } from '#contract/substitution'
import type { AddCommand } from '../messages/add-command.ts'

/** A request that the gateway has not confirmed. */
export type PendingCommand =
  | ({ kind: 'add'; requestId: string } & Omit<AddCommand, 'type' | 'quantityBefore'>)
  | { kind: 'change'; lineId: string; quantity: number; choice?: LineChoice }
  | { kind: 'remove'; lineId: string }
  | { kind: 'read' }

export type PendingAddition = Extract<PendingCommand, { kind: 'add' }>
export type PendingChange = Extract<PendingCommand, { kind: 'change' }>
type PendingRemoval = Extract<PendingCommand, { kind: 'remove' }>
/** A command for one line of the cart. */
export type LineCommand = PendingChange | PendingRemoval

/** An addition whose response was lost, with the state of the cart when it was sent. */
export type UnansweredAddition = PendingAddition & { sessionId: string | null; quantityBefore: number }

/** The cart's queue, and the parts of its idempotency keys. */
export interface CommandQueue {
  /** Begins every idempotency key of this visit; from `visit.started`. */
  visitId: string
  /** How many idempotency keys were made. */
  keyCount: number
  sessionId: string | null
  lines: CartLine[]
  /** In order; the first is the one in flight, if one is. */
  pendingCommands: PendingCommand[]
  /** Additions whose response was lost. Sent again, they keep their key, until the cart is read and shows their outcome. */
  unanswered: UnansweredAddition[]
}

/** The command that is in flight, or is sent next. */
export const firstCommand = ({ pendingCommands }: CommandQueue): PendingCommand | undefined => pendingCommands[0]

/**
 * The first command, in a state that is entered only for commands of one kind.
 *
 * @throws TypeError if it is of another kind
 */
export function firstCommandOf<Kind extends PendingCommand['kind']>(context: CommandQueue, kind: Kind) {
  const command = firstCommand(context)
  if (command?.kind !== kind) throw new TypeError(kind)
  return command as Extract<PendingCommand, { kind: Kind }>
}

/** The line that the first command changes or removes; undefined for other commands and for a line that the cart no longer has. */
export function firstCommandLine(context: CommandQueue): CartLine | undefined {
  const command = firstCommand(context)
  return command && 'lineId' in command ? context.lines.find(({ id }) => id === command.lineId) : undefined
}

/** How many of a product the lines hold. */
export const quantityIn = (lines: readonly CartLine[], productId: number): number =>
  lines.find(line => line.productId === productId)?.quantity ?? 0

/** The gateway accepts an idempotency key only with the body it was first sent with. */
const isSameAddition = (context: CommandQueue, unanswered: UnansweredAddition, command: AddCommand): boolean =>
  unanswered.productId === command.productId &&
  unanswered.quantity === command.quantity &&
  unanswered.productPrice === command.productPrice &&
  unanswered.sessionId === context.sessionId

/**
 * Queues an addition. It reuses the idempotency key of an unanswered addition with the same body. The gateway may answer with the
 * response to the first request, which is out of date, so the cart is read after it.
 */
export function withAddition(
  context: CommandQueue,
  command: AddCommand,
): Pick<CommandQueue, 'keyCount' | 'unanswered' | 'pendingCommands'> {
  const { type: _, quantityBefore: __, ...addition } = command
  const unanswered = context.unanswered.find(one => isSameAddition(context, one, command))
  const requestId = unanswered?.requestId ?? `${context.visitId}/add/${context.keyCount + 1}`
  return {
    keyCount: unanswered ? context.keyCount : context.keyCount + 1,
    unanswered: context.unanswered.filter(one => one !== unanswered),
    pendingCommands: [
      ...context.pendingCommands,
      { kind: 'add', ...addition, requestId },
      ...(unanswered ? [{ kind: 'read' } as const] : []),
    ],
  }
}

/**
 * Queues a command for a line. It replaces the line's earlier commands that are not in flight, so that the last one wins; a change
 * keeps the choices of those that it replaces. Commands before an addition of the same product stay: the quantity is one after it.
 *
 * @param inFlight - how many commands at the head of the queue are in flight
 */
export function withLineCommand(
  { pendingCommands, lines }: CommandQueue,
  command: LineCommand,
  inFlight: 0 | 1,
): PendingCommand[] {
  const line = lines.find(({ id }) => id === command.lineId)
  const added = pendingCommands.findLastIndex(one => one.kind === 'add' && one.productId === line?.productId)
  const isReplaced = (pending: PendingCommand, index: number) =>
    index >= Math.max(inFlight, added) && 'lineId' in pending && pending.lineId === command.lineId
  const at = pendingCommands.findIndex(isReplaced)
  if (at < 0) return [...pendingCommands, command]
  const { choice } = pendingCommands[at] as PendingChange
  const last = choice && command.kind === 'change' ? { ...command, choice: { ...choice, ...command.choice } } : command
  return pendingCommands.flatMap((pending, index) => (index === at ? last : isReplaced(pending, index) ? [] : pending))
}

/** Queues reading the cart directly after the command that is in flight; queued once. */
export const withReading = ({ pendingCommands }: CommandQueue): PendingCommand[] =>
  pendingCommands.some(({ kind }) => kind === 'read')
    ? pendingCommands
    : [...pendingCommands.slice(0, 1), { kind: 'read' }, ...pendingCommands.slice(1)]

/** A line's quantity after its pending changes. */
export function expectedQuantity({ pendingCommands }: Pick<CommandQueue, 'pendingCommands'>, line: CartLine): number {
  const change = pendingCommands.findLast(command => command.kind === 'change' && command.lineId === line.id)
  return change?.kind === 'change' ? change.quantity : line.quantity
}

/** Drops the changes of a line that are not in flight. */
export const withoutChanges = ({ pendingCommands }: CommandQueue, lineId: string, inFlight: 0 | 1): PendingCommand[] =>
  pendingCommands.filter((pending, index) => index < inFlight || pending.kind !== 'change' || pending.lineId !== lineId)

/** Whether a product is being added, or queued to be. */
export const isAdding = ({ pendingCommands }: CommandQueue, productId: number): boolean =>
  pendingCommands.some(command => command.kind === 'add' && command.productId === productId)
