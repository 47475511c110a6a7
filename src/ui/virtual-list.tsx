/** Long lists keep only the rows in view in the page. A chunk of its own: short lists never load it. */
import type { ReactNode } from 'react'
import { ListLayout, Virtualizer } from 'react-aria-components'

export function VirtualList({ children }: { children: ReactNode }) {
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: 32, padding: 4 }}>
      {children}
    </Virtualizer>
  )
}
