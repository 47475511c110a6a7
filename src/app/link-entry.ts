/**
 * Signing in by a link that carries `access_token` (spec 1, "Route guard"; reliability.md section 4). It is taken once:
 * out of the address before any other request, exchanged for a fresh token, and who is signed in is asked before
 * another account takes over.
 */
import type { Me } from '#schemas/generated/entities/me.ts'

export interface EntryPorts {
  /** The account that is signed in here already. */
  current(): Promise<Me | null>
  exchange(carried: string): Promise<string>
  /** The server's own no, as opposed to no answer. */
  isRefusal(cause: unknown): boolean
  /** No account is signed in here any more. */
  forget(): void
  meOf(token: string): Promise<Me>
  /** Ends a session that was opened and is not wanted. */
  drop(token: string): Promise<void>
  /** Asks the reader whether to switch to another account. */
  confirm(current: Me, next: Me): Promise<boolean>
  /** Ends the session that was here. */
  endCurrent(): Promise<void>
  adopt(token: string, me: Me): Promise<void>
}

/**
 * `entered` as the link's user; `kept` the one who was here; `refused` when the link is not valid, which also ends the
 * session that was here (spec 1, "Route guard").
 */
export async function enterByLink(carried: string, ports: EntryPorts): Promise<'entered' | 'kept' | 'refused'> {
  const current = await ports.current()
  let token: string
  try {
    token = await ports.exchange(carried)
  } catch (cause) {
    // A server that is away ends no session.
    if (ports.isRefusal(cause) && current !== null) {
      await ports.endCurrent().catch(() => undefined)
      ports.forget()
    }
    return 'refused'
  }
  const next = await ports.meOf(token)
  if (current !== null && current.id !== next.id && !(await ports.confirm(current, next))) {
    await ports.drop(token).catch(() => undefined)
    return 'kept'
  }
  if (current !== null) await ports.endCurrent().catch(() => undefined)
  await ports.adopt(token, next)
  return 'entered'
}
