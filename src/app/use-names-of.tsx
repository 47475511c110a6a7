import { ensureTexts, type NounArea } from '#i18n'
import { useEffect, useRef, useState } from 'react'

/** The names of pages whose texts belong to another area are loaded with the palette. */
export function useNamesOf(titles: readonly string[]): boolean {
  const [known, setKnown] = useState(false)
  const areas = useRef([...new Set(titles.map((title) => title.split(':')[0] ?? ''))])
  useEffect(() => {
    let current = true
    const settled = () => {
      if (current) setKnown(true)
    }
    ensureTexts(
      ...areas.current.filter(
        (area): area is 'admin' | 'alerts' | 'campaigns' | 'dashboard' | 'fleet' | NounArea =>
          area.startsWith('noun-') ||
          area === 'admin' ||
          area === 'alerts' ||
          area === 'campaigns' ||
          area === 'dashboard' ||
          area === 'fleet',
      ),
    ).then(settled, () => undefined)
    return () => {
      current = false
    }
  }, [])
  return known
}
