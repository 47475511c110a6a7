/**
 * The few cookies there are: short-lived, for this server only, out of reach of scripts. They never authorise a change
 * alone. Behind https their names begin with `__Host-`, which binds them to this host; a plain-http demo cannot have
 * that.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  set(reply: FastifyReply, value: string, maxAgeS: number): void
  clear(reply: FastifyReply): void
  /** Null when it did not come, or came twice. */
  read(request: FastifyRequest): string | null
}

export interface CookieOptions {
  readonly publicUrl: string
  /** `Lax` also comes along when another site leads the browser here. */
  readonly sameSite: 'Strict' | 'Lax'
}

export function cookieOf(name: string, { publicUrl, sameSite }: CookieOptions): Cookie {
  const secure = publicUrl.startsWith('https:')
  const full = `${secure ? '__Host-' : ''}${name}`
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`
  const write = (reply: FastifyReply, value: string, maxAgeS: number) => {
    void reply.header('set-cookie', `${full}=${value}; Max-Age=${maxAgeS}; ${attributes}`)
  }
  return {
    set: write,
    clear: (reply) => {
      write(reply, '', 0)
    },
    read({ headers }) {
      const values = (headers.cookie ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${full}=`))
      return values.length === 1 ? (values[0]?.slice(full.length + 1) ?? null) : null
    },
  }
}
