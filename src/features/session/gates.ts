/** Steps that a user must complete before the product opens, one at a time (spec 1, "Blocking modals"). */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Me } from '#schemas/generated/entities/me.ts'

export type Gate =
  | { readonly kind: 'expired' }
  | { readonly kind: 'terms' }
  | { readonly kind: 'message'; readonly text: string; readonly lastLogin: number | null }

export interface GateFacts {
  readonly me: Pick<Me, 'properties'>
  /** Null until the server has said. */
  readonly info: LoginInfo | null
  readonly termsAccepted: boolean | null
  readonly messageRead: boolean
}

/**
 * The next gate: an expired password first, because nothing else works with it; null when the way is free, or not known
 * yet.
 */
export function nextGate({ me: { properties }, info, termsAccepted, messageRead }: GateFacts): Gate | null {
  if (info?.expiredPass === true) return { kind: 'expired' }
  if (termsAccepted === false) return { kind: 'terms' }
  const text = properties.loginMessage?.trim() ?? ''
  if (info === null || termsAccepted === null || messageRead || properties.useLoginMessage !== true || text === '')
    return null
  return { kind: 'message', text, lastLogin: info.lastLogin }
}
