/**
 * Two tables over the same million rows, both on react-window: ours over columns, one by hand over row objects. The
 * runner drives them.
 */
import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'
import { useMemo, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { List, type RowComponentProps } from 'react-window'
import type { Frame } from '../../../src/domain/frame.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { ColumnTable } from '../../../src/ui/table/column-table.tsx'
import { frameOf, NAMES, objectsOf, type RowObject } from './data.ts'

const HEIGHT = 720
const ROW = 24
const columns = NAMES.map((id) => ({ id, label: id, format: 'number' as const, widthPx: 120 }))
const t = (key: string) => key

function Ours({ frame }: { frame: Frame }) {
  return (
    <UiProvider locale="en" theme="light" t={t}>
      <ColumnTable label="rows" frame={frame} columns={columns} height={HEIGHT + 32 + 44} width={980} rowHeight={ROW} />
    </UiProvider>
  )
}

function Row({ index, style, rows, ariaAttributes }: RowComponentProps<{ rows: RowObject[] }>) {
  const row = rows[index] as RowObject
  return (
    <div {...ariaAttributes} style={{ ...style, display: 'flex' }} data-row={index}>
      {NAMES.map((name) => (
        <div key={name} style={{ width: 120, flex: 'none' }}>
          {row[name]}
        </div>
      ))}
    </div>
  )
}

/** A careful manual use of react-window: sorts a copy by comparator, shows plain numbers. */
function Window({ objects }: { objects: RowObject[] }) {
  const [sort, setSort] = useState<{ name: keyof RowObject; turn: number } | null>(null)
  const rows = useMemo(() => {
    if (sort === null || sort.turn === 0) return objects
    const direction = sort.turn === 1 ? 1 : -1
    return [...objects].sort((a, b) => direction * (a[sort.name] - b[sort.name]))
  }, [objects, sort])
  return (
    <div>
      <div style={{ display: 'flex', height: 32 }}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            style={{ width: 120 }}
            onClick={() => setSort((now) => ({ name, turn: now?.name === name ? (now.turn + 1) % 3 : 1 }))}
          >
            {name}
          </button>
        ))}
      </div>
      <List
        rowComponent={Row}
        rowCount={rows.length}
        rowHeight={ROW}
        rowProps={{ rows }}
        style={{ height: HEIGHT, width: 980 }}
        className="scroller"
      />
    </div>
  )
}

type Peer = 'ours' | 'react-window'
let root: Root | null = null
let frame: Frame | null = null
let objects: RowObject[] | null = null

const painted = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve())
      channel.port1.start()
      channel.port2.postMessage(0)
    }),
  )
const scroller = () => document.querySelector<HTMLElement>('[role=table], .scroller') as HTMLElement

const api = {
  prepare(peer: Peer, rows: number) {
    frame = frameOf(rows)
    objects = peer === 'react-window' ? objectsOf(frame) : null
    if (peer === 'react-window') frame = null
  },
  /** Milliseconds from the call to the first rows on the screen. */
  async mount(peer: Peer): Promise<number> {
    root = createRoot(document.querySelector('#root') as HTMLElement)
    const since = performance.now()
    flushSync(() =>
      root?.render(peer === 'ours' ? <Ours frame={frame as Frame} /> : <Window objects={objects as RowObject[]} />),
    )
    await painted()
    return performance.now() - since
  },
  /** Scrolls so many pixels a frame; returns the frame intervals and the frames that showed a hole. */
  async scroll(pixels: number, frames: number): Promise<{ intervals: number[]; blanks: number }> {
    const box = scroller()
    const area = box.getBoundingClientRect()
    const intervals: number[] = []
    let blanks = 0
    let before = 0
    await new Promise<void>((resolve) => {
      let turn = 0
      let direction = 1
      const step = (now: number) => {
        if (before > 0) intervals.push(now - before)
        before = now
        // The content of the last frame, at the top, in the middle and at the end of the view.
        for (const y of [60, HEIGHT / 2, HEIGHT - 12]) {
          const text = document.elementFromPoint(area.left + 40, area.top + y)?.textContent ?? ''
          if (!/^[\d.,]+$/.test(text)) {
            blanks++
            break
          }
        }
        if (turn++ >= frames) return resolve()
        if (box.scrollTop + pixels * direction > box.scrollHeight - HEIGHT || box.scrollTop + pixels * direction < 0)
          direction = -direction
        box.scrollTop += pixels * direction
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
    return { intervals, blanks }
  },
  top() {
    scroller().scrollTop = 0
  },
  /** Milliseconds from the press on the head of `ins` to the sorted rows on the screen. */
  async sort(): Promise<{ ms: number; first: string }> {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'ins',
    ) as HTMLButtonElement
    const since = performance.now()
    flushSync(() => button.click())
    await painted()
    const ms = performance.now() - since
    return { ms, first: document.querySelector('[aria-rowindex="2"], [data-row="0"]')?.children[5]?.textContent ?? '' }
  },
  unmount() {
    root?.unmount()
    root = null
  },
}
export type TableApi = typeof api
Object.assign(globalThis, { api })
