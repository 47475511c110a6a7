/**
 * Asks the product for what a link shows: through its own calls, with the rights of the link's reader, and never over
 * the network.
 */
import type { Frame } from '#domain/frame'
import { fromRows, toJson, toRows } from '#domain/frame-build'
import { isRecord } from '#domain/record'
import type { FrameRef } from '#engine/types'
import { ApiError, createClient } from '../../../src/api/client.ts'
import { localsApi } from '../../../src/api/locals.ts'
import { createSources } from '../../../src/sources/index.ts'
import { AppError, isErrorCode } from '../../lib/errors.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import { askWith, fetchWith } from '../reports/ask.ts'
import type { Inject } from '../reports/ask.ts'
import type { Caller } from '../../lib/caller.ts'
import { linkEnded } from './states.ts'

/** An answer as it goes to the page. */
export interface Answer {
  readonly type: string
  readonly asOf: number | null
  readonly bytes: Uint8Array
}

const JSON_TYPE = 'application/json; charset=utf-8'
const NOWHERE: FrameRef = { id: '', columns: [], rows: 0 }

/** Names of sources whose rows are locals, each with its id in the first column. */
const OF_LOCALS: ReadonlySet<string> = new Set(['locals.byClient', 'locals.active'])

/** Tokens of calls in flight: each acts for one reader, and ends with the call. */
export function linkTokens() {
  const open = new Map<string, Caller>()
  return {
    async speaking<Result>(caller: Caller, run: (token: string) => Promise<Result>): Promise<Result> {
      const token = newToken()
      const tokenHash = hashOf(token)
      open.set(tokenHash, { ...caller, tokenHash })
      try {
        return await run(token)
      } finally {
        open.delete(tokenHash)
      }
    },
    resolve: (token: string): Caller | null =>
      open.size === 0 || !isToken(token) ? null : (open.get(hashOf(token)) ?? null),
  }
}

export type LinkTokens = ReturnType<typeof linkTokens>

interface Parts {
  readonly inject: Inject
  readonly tokens: LinkTokens
}

interface Reader {
  readonly caller: Caller
  /** Null = all. */
  readonly locals: readonly number[] | null
}

export function asker({ inject, tokens }: Parts) {
  /** Throws PUBLIC_LINK_ENDED where the reader may not ask it any more, else what the call refuses. */
  async function ask(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { caller, locals }: Reader,
    signal: AbortSignal,
  ): Promise<Answer> {
    return tokens.speaking(caller, async (token) => {
      let answer: Answer | undefined
      const keep = (found: Answer): Promise<FrameRef> => {
        answer = found
        return Promise.resolve(NOWHERE)
      }
      const client = createClient({
        tokens: { get: () => token, set: () => undefined, clear: () => undefined },
        onUnauthorized: () => undefined,
        fetch: fetchWith(askWith(inject, token)),
      })
      const lists = localsApi(client)
      let asOf: number | null = null
      const source = createSources({
        async frame(path, query, of) {
          const found = await client.frame(path, { query, signal: of })
          ;({ asOf } = found)
          return found
        },
        clients: lists.clients,
        locals: lists.locals,
        activeLocals: lists.activeLocals,
        campaigns: lists.campaigns,
        open: (bytes, type) => keep({ type, asOf, bytes }),
        adopt: (frame) => keep({ type: JSON_TYPE, asOf: null, bytes: written(cut(name, frame, locals)) }),
      }).get(name)
      await source?.load(args, { signal }).catch(refuse)
      if (answer === undefined) throw linkEnded()
      return answer
    })
  }
  return { ask }
}

export type LinkAsker = ReturnType<typeof asker>

const written = (frame: Frame): Uint8Array => new TextEncoder().encode(JSON.stringify({ ...toJson(frame), asOf: null }))

/** Without the locals that the link does not show. */
function cut(name: string, frame: Frame, locals: readonly number[] | null): Frame {
  if (locals === null || !OF_LOCALS.has(name)) return frame
  const wanted = new Set(locals)
  const rows = toRows(frame).filter(([id]) => wanted.has(Number(id)))
  return fromRows(frame.columns, rows)
}

/** A link ends for readers when its maker loses access; they learn no reason. */
function refuse(cause: unknown): never {
  if (!(cause instanceof ApiError)) throw cause
  if ([401, 403, 404].includes(cause.status)) throw linkEnded()
  if (isErrorCode(cause.code))
    throw new AppError(cause.code, cause.message, isRecord(cause.details) ? cause.details : undefined, { cause })
  throw cause
}
