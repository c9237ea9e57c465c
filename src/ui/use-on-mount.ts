import { useEffect, useEffectEvent, useState } from 'react'

/** A value that is read once, when the component is mounted. */
export const useReadOnce = <Value>(read: () => Value): Value => useState(read)[0]

/** Calls back after the component was rendered, once for each `subject`; under StrictMode more than once. */
export function useAfterRender<Subject>(subject: Subject, callback: (subject: Subject) => void): void {
  const report = useEffectEvent(callback)
  useEffect(() => report(subject), [subject])
}
