/** A page with its annotations on every chart. */
import { dayNumber } from '#domain/periods'
import { type Dashboard, type DayMark, DayMarksContext } from '#engine'
import { pageClient } from '#engine/core/run/page-client'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'

const NONE: readonly DayMark[] = []

/** @param all of all clients of the reader; drawn are those of the client on show, or all where the page has none */
export function Marked({
  dashboard,
  all,
  children,
}: {
  dashboard: Dashboard
  all: readonly Annotation[] | null
  children: ReactNode
}) {
  const client = useStore(dashboard.store, () => pageClient(dashboard))
  const marks = useMemo(
    () =>
      all?.flatMap(({ id, client: of, begin, end, text }) =>
        client === null || of === client ? [{ id, begin: dayNumber(begin), end: dayNumber(end), text }] : [],
      ) ?? NONE,
    [all, client],
  )
  return <DayMarksContext value={marks.length === 0 ? NONE : marks}>{children}</DayMarksContext>
}
