/** An option as text, and beside it the chart it is, in every state a figure can have. */
import { useId, useMemo, useState } from 'react'
import { CrashBoundary } from '../../src/engine/react/crash-boundary.tsx'
import { Card, CartesianChart, type CartesianOption, cx, Notice } from '#ui'
import css from './playground.module.css'
import { inState, type LookState, readOption, STATES } from './option-text.ts'

const FIRST = JSON.stringify(
  {
    xAxis: { data: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] },
    yAxis: [
      { format: 'count', name: 'Entries' },
      { format: 'percent', name: 'Conversion' },
    ],
    series: [
      { id: 'ins', name: 'Entries', type: 'bar', tone: 0, data: [120, 140, 135, 160, 240, 310] },
      {
        id: 'before',
        name: 'Entries, week before',
        type: 'bar',
        tone: 0,
        period: 'reference',
        data: [110, 150, 120, 150, 220, 280],
      },
      { id: 'rate', name: 'Conversion', type: 'line', yAxisIndex: 1, tone: 1, data: [21, 22, 20, 23, 26, 27] },
    ],
    markLine: { data: [{ value: 250, label: 'Target', tone: 'good' }] },
  },
  null,
  2,
)

export function OptionBench({ first = FIRST }: { first?: string }) {
  const id = useId()
  const [text, setText] = useState(first)
  const read = useMemo(() => readOption(text), [text])
  return (
    <div className={css.bench}>
      <section className={cx(css.left, css.option)} aria-label="Option">
        <textarea
          className={css.text}
          aria-label="Option as JSON"
          aria-invalid={typeof read === 'string'}
          aria-describedby={id}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div id={id} role="status">
          {typeof read === 'string' && <Notice kind="warn">{read}</Notice>}
        </div>
      </section>
      <section className={css.charts} aria-label="Charts">
        {typeof read !== 'string' &&
          STATES.map((state) => (
            <Card key={state} title={state}>
              <CrashBoundary resetOn={read} fallback={(_retry, cause) => <Notice kind="warn">{String(cause)}</Notice>}>
                <Stated state={state} option={read} />
              </CrashBoundary>
            </Card>
          ))}
      </section>
    </div>
  )
}

function Stated({ option, state }: { option: CartesianOption; state: LookState }) {
  const stated = useMemo(() => inState(option, state), [option, state])
  return <CartesianChart label={state} width={420} height={200} option={stated} />
}
