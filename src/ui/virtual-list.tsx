/** Long lists keep only the rows in view in the page. A separate chunk: short lists never load it. */
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { CollectionRendererContext, DefaultCollectionRenderer } from 'react-aria-components'
import type { Option, OptionId } from './options.ts'
import { rowHeightOf } from './row-height.ts'
import { useRows } from './use-rows.ts'
import css from './list.module.css'

/** As `.listbox` has it, before it is measured. */
const HEIGHT_PX = 320

/** The rows of a react-aria list; which of them are in the page is worked out by react-window. */
function Rows({ collection, persistedKeys }: ComponentProps<typeof DefaultCollectionRenderer.CollectionRoot>) {
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  const nodes = useMemo(() => [...collection], [collection])
  const [rowHeight] = useState(() => rowHeightOf(nodes.map(({ value }) => value as Option<OptionId>)))
  // The row with the focus stays: the list scrolls to it, and a screen reader reads it by its id.
  const kept = nodes.findIndex(({ key }) => persistedKeys?.has(key) === true)
  const drawn = useRows({
    count: nodes.length,
    rowHeight,
    body,
    scroller: body?.parentElement ?? null,
    height: HEIGHT_PX,
    // A page of the keys goes as far as there are rows.
    overscan: 12,
    kept,
  })
  return (
    <div ref={setBody} role="presentation" className={css.rows} style={{ height: drawn.height }}>
      {drawn.items.map(({ index, offset }) => {
        const node = nodes[index]
        return (
          node !== undefined && (
            <div key={node.key} role="presentation" style={{ top: offset, height: rowHeight }}>
              {node.render?.(node)}
            </div>
          )
        )
      })}
    </div>
  )
}

const RENDERER = { ...DefaultCollectionRenderer, isVirtualized: true, CollectionRoot: Rows }

export function VirtualList({ children }: { children: ReactNode }) {
  return <CollectionRendererContext.Provider value={RENDERER}>{children}</CollectionRendererContext.Provider>
}
