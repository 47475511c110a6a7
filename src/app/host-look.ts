/** The host's mark and name in the frame: there from the first paint where the server wrote them into the page. */
import type { Branding } from '#domain/branding'
import { useEffect, useState } from 'react'
import { brandAtHand, hostBrand, hostTitle } from './host-brand.ts'

export interface HostLook {
  readonly src: string | undefined
  readonly name: string
}

/** The mark for a bar is a low one; without it the logo of the login page is in. */
const lookOf = (brand: Branding | null): HostLook => ({
  src: brand?.navbarLogoUrl ?? brand?.logoUrl ?? undefined,
  name: brand?.title ?? hostTitle(),
})

export function useHostLook(): HostLook {
  const [look, setLook] = useState<HostLook>(() => lookOf(brandAtHand()))
  useEffect(() => {
    if (brandAtHand() !== null) return undefined
    let current = true
    void hostBrand().then((brand) => {
      if (current) setLook(lookOf(brand))
    })
    return () => {
      current = false
    }
  }, [])
  return look
}
