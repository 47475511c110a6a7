/** The changes between two documents: in words first, as text second. */
import { diffLayouts } from '#engine/core/document/diff'
import { formatLayout } from '#engine/core/document/format'
import { SegmentedControl, useUi } from '#ui'
import { useMemo, useState } from 'react'
import { type ChangedPart, changedParts, docOf } from './change-words.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import css from './dashboards.module.css'
import { PartLines } from './part-lines.tsx'

export function PartHead({ noun, name }: Pick<ChangedPart, 'noun' | 'name'>) {
  return (
    <h3 className={css.part}>
      <span>{noun}</span>
      {name !== '' && <strong>{name}</strong>}
    </h3>
  )
}

export interface ChangesViewProps {
  before: string
  after: string
  none: string
}

export function ChangesView({ before, after, none }: ChangesViewProps) {
  const { t, locale } = useUi()
  const [form, setForm] = useState<'words' | 'text'>('words')
  const [old, now] = useMemo(() => [docOf(before), docOf(after)] as const, [before, after])
  const parts = useMemo(() => changedParts(diffLayouts(old, now), [old, now], t, locale), [old, now, t, locale])
  const lines = useMemo(
    () =>
      form === 'text' ? lineDiff(formatLayout({ ...old, revision: 0 }), formatLayout({ ...now, revision: 0 })) : [],
    [form, old, now],
  )
  if (parts.length === 0) return <p className={css.none}>{none}</p>
  const count = parts.reduce((sum, one) => sum + one.lines.length, 0)
  return (
    <div className={css.changes}>
      <div className={css.changesHead}>
        <span>{t('dashboard:change.count', { count })}</span>
        <SegmentedControl
          size="small"
          label={t('dashboard:change.form')}
          value={form}
          onChange={setForm}
          segments={[
            { id: 'words', label: t('dashboard:change.words') },
            { id: 'text', label: t('dashboard:change.text') },
          ]}
        />
      </div>
      {form === 'text' ? (
        <TextDiff lines={lines} label={t('dashboard:change.text')} />
      ) : (
        <div className={css.parts}>
          {parts.map(({ subject, noun, name, lines: own }) => (
            <section key={subject}>
              <PartHead noun={noun} name={name} />
              <PartLines lines={own} />
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

const SIGNS = { same: ' ', out: '−', in: '+', gap: '…' } as const

function TextDiff({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <pre className={css.diff} tabIndex={0} aria-label={label}>
      {/* oxlint-disable-next-line react/no-array-index-key -- lines of a text have no other name */}
      {lines.map(({ kind, text }, at) => (
        <code key={at} data-kind={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          {text}
          {'\n'}
        </code>
      ))}
    </pre>
  )
}
