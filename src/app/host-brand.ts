/**
 * How this host looks. The server writes it into the page; where it did not (development), it is asked for, and done
 * without when it does not come.
 */
import type { Branding } from '#domain/branding'
import { hostLabel } from '#domain/host-label'
import { api } from './api.ts'

const PATIENCE_MS = 1500

/** The brand in the page's own head, as the server wrote it; null when there is none. */
export function brandAtHand(): Branding | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="branding"]')?.content
  if (text === undefined) return null
  try {
    return JSON.parse(text) as Branding
  } catch {
    return null
  }
}

let pending: Promise<Branding | null> | null = null

/** The brand of this host; null when there is no answer, and the product looks like itself. Never rejects. */
export function hostBrand(): Promise<Branding | null> {
  pending ??= Promise.resolve(brandAtHand()).then(
    (written) =>
      written ??
      Promise.race([
        api.session.branding(hostLabel(window.location.hostname)).catch(() => null),
        new Promise<null>((done) => {
          setTimeout(() => done(null), PATIENCE_MS)
        }),
      ]),
  )
  return pending
}

/** The title of the window after the name of the page. */
export const hostTitle = (): string => brandAtHand()?.title ?? 'Aforo'
