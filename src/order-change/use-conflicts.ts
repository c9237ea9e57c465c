import { changeConflicts, isEditable } from '#machines/order-change/selectors'
import { useActor } from '../system/actors.tsx'
import { conflictTexts, type ConflictPlace } from './change-text.ts'

/** The messages of the draft's conflicts in one place; none while they may be out of date. */
export function useConflicts(place: ConflictPlace, productId?: number): string[] {
  return useActor('orderChange', snapshot => {
    if (!isEditable(snapshot)) return []
    const ids = snapshot.context.draft.lines.map(line => line.productId)
    return conflictTexts(changeConflicts(snapshot.context), ids, place, productId)
  })
}
