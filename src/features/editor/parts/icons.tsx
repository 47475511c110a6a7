/** Marks only the editor needs, drawn like those of `#ui`. */
import type { ReactNode } from 'react'

const Mark = ({ children }: { children: ReactNode }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const UndoIcon = () => (
  <Mark>
    <path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7" />
  </Mark>
)
export const RedoIcon = () => (
  <Mark>
    <path d="m10 3 3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9" />
  </Mark>
)
export const CodeIcon = () => (
  <Mark>
    <path d="M6 2.5c-2 0-2 1-2 2.5s0 3-2 3c2 0 2 1.5 2 3s0 2.5 2 2.5" />
    <path d="M10 2.5c2 0 2 1 2 2.5s0 3 2 3c-2 0-2 1.5-2 3s0 2.5-2 2.5" />
  </Mark>
)
export const SidebarIcon = ({ side }: { side: 'left' | 'right' }) => (
  <Mark>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d={side === 'left' ? 'M6 3v10' : 'M10 3v10'} />
  </Mark>
)
