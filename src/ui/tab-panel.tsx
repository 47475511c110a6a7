import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import css from './tabs.module.css'

const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])'

/** Takes the focus itself only where nothing in it does. */
export function Panel({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isPassive, setPassive] = useState(true)
  useLayoutEffect(() => {
    const panel = ref.current
    if (panel === null) return undefined
    const look = () => setPassive(panel.querySelector(TABBABLE) === null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(panel, { childList: true, subtree: true, attributeFilter: ['tabindex', 'disabled'] })
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={ref}
      role="tabpanel"
      id={id}
      aria-labelledby={tab}
      tabIndex={isPassive ? 0 : undefined}
      className={css.panel}
    >
      {children}
    </div>
  )
}
