/** Arrangement of stories; not part of the product. */
import type { ReactNode } from 'react'

export const Stack = ({ children, width }: { children: ReactNode; width?: number }) => (
  <div style={{ display: 'flex', flexDirection: 'column', gap: 20, alignItems: 'flex-start', maxWidth: width }}>
    {children}
  </div>
)
export const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
)
export const Grid = ({ children, least = 260 }: { children: ReactNode; least?: number }) => (
  <div
    style={{
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))`,
      gap: 24,
      alignItems: 'start',
      width: '100%',
    }}
  >
    {children}
  </div>
)
