/**
 * Two works on one dashboard: what fits is together already, and for each part that both changed one of the two is
 * taken.
 */
import { diffLayouts } from '#engine/core/document/diff'
import { formatLayout } from '#engine/core/document/format'
import { mergeLayouts, type Side } from '#engine/core/document/merge'
import { Button, Dialog, Notice, SegmentedControl, useUi } from '#ui'
import { useMemo, useState } from 'react'
import type { DashboardConflict } from '../../api/dashboard-conflicts.ts'
import { type ChangedPart, changedParts, docOf, nameOfPart } from './change-words.ts'
import { PartHead } from './changes-view.tsx'
import { PartLines } from './part-lines.tsx'
import css from './dashboards.module.css'

export interface MergeDialogProps {
  conflict: DashboardConflict
  mine: string
  /** With the merged text. */
  onMerged: (merged: string) => void
  onClose: () => void
}

/** The subject of the diff for a part of the merge: `widgets/kpi` is `Widget kpi`. */
function subjectOf(part: string): string {
  const [first = '', second = '', third = ''] = part.split('/')
  const noun = { widgets: 'Widget', params: 'Filter', queries: 'Query', i18n: 'Text' }[first]
  if (noun !== undefined) return `${noun} ${second}`
  return first === 'layout' && second === 'sections' ? `Section ${third}` : 'Layout'
}

export function MergeDialog({ conflict, mine, onMerged, onClose }: MergeDialogProps) {
  const { t, locale } = useUi()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const [base, ours, theirs] = useMemo(
    () => [docOf(conflict.base), docOf(mine), docOf(conflict.text)] as const,
    [conflict, mine],
  )
  const { merged, conflicts } = useMemo(
    () => mergeLayouts(base, ours, theirs, (part) => sides[part] ?? 'mine'),
    [base, ours, theirs, sides],
  )
  const parts = [...new Set(conflicts.map(({ part }) => part))]
  const [changedByMe, changedByThem] = useMemo(
    () =>
      [
        changedParts(diffLayouts(base, ours), [base, ours], t, locale),
        changedParts(diffLayouts(base, theirs), [base, theirs], t, locale),
      ] as const,
    [base, ours, theirs, t, locale],
  )
  const settled = (list: readonly ChangedPart[]) =>
    list.filter(({ subject }) => !parts.some((part) => subjectOf(part) === subject))
  const noun = (subject: string) => t(`dashboard:part.${subject.split(' ')[0]?.toLowerCase() ?? ''}`)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={t('dashboard:merge.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" onPress={() => onMerged(formatLayout(merged))}>
            {t('dashboard:merge.do')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <Notice kind="warn">{t('dashboard:merge.text', { revision: conflict.revision })}</Notice>
        {parts.map((part) => {
          const subject = subjectOf(part)
          const of = (list: readonly ChangedPart[]) => list.find((one) => one.subject === subject)?.lines ?? []
          const name = subject === 'Layout' ? '' : nameOfPart(subject, [ours, theirs, base], locale)
          return (
            <section key={part} className={css.conflict} aria-label={`${noun(subject)} ${name}`}>
              <div className={css.conflictHead}>
                <PartHead noun={noun(subject)} name={name} />
                <SegmentedControl<Side>
                  size="small"
                  label={t('dashboard:merge.take', { name: name === '' ? noun(subject) : name })}
                  value={sides[part] ?? 'mine'}
                  onChange={(side) => setSides((now) => ({ ...now, [part]: side }))}
                  segments={[
                    { id: 'mine', label: t('dashboard:merge.mine') },
                    { id: 'theirs', label: t('dashboard:merge.theirs', { revision: conflict.revision }) },
                  ]}
                />
              </div>
              <div className={css.sides}>
                {(['mine', 'theirs'] as const).map((side) => (
                  <div key={side} data-chosen={(sides[part] ?? 'mine') === side || undefined}>
                    <h4>
                      {t(side === 'mine' ? 'dashboard:merge.mine' : 'dashboard:merge.theirs', {
                        revision: conflict.revision,
                      })}
                    </h4>
                    <PartLines lines={of(side === 'mine' ? changedByMe : changedByThem)} />
                  </div>
                ))}
              </div>
            </section>
          )
        })}
        {parts.length === 0 && <p className={css.none}>{t('dashboard:merge.fits')}</p>}
        <Together title={t('dashboard:merge.mine')} parts={settled(changedByMe)} />
        <Together title={t('dashboard:merge.theirs', { revision: conflict.revision })} parts={settled(changedByThem)} />
      </div>
    </Dialog>
  )
}

/** Changes of one side only: they are in the merged page, and can be read. */
function Together({ title, parts }: { title: string; parts: readonly ChangedPart[] }) {
  const { t } = useUi()
  if (parts.length === 0) return null
  return (
    <details className={css.together}>
      <summary>{t('dashboard:merge.together', { title, count: parts.length })}</summary>
      <div className={css.parts}>
        {parts.map(({ subject, noun, name, lines }) => (
          <section key={subject}>
            <PartHead noun={noun} name={name} />
            <PartLines lines={lines} />
          </section>
        ))}
      </div>
    </details>
  )
}
