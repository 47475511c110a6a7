/**
 * Where a webhook may lead: never into the network of the server, unless the operator names the origin. A name is
 * resolved once for each request, its addresses are checked, and the connection goes to one of those very addresses, so
 * that a name that leads elsewhere a moment later does not help.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { webhookAddress } from '#domain/webhooks'
import { AppError } from '../../lib/errors.ts'
import { isPublicAddress } from '../../lib/public-addresses.ts'
import type { WebhookRules } from '../../lib/webhook-rules.ts'
import { within } from './within.ts'

export interface HostAddress {
  readonly address: string
  readonly family: number
}
/** All addresses of a name. Rejects where there is none. */
export type Lookup = (host: string) => Promise<readonly HostAddress[]>

export interface Target {
  readonly url: URL
  /** Where to connect; never empty. */
  readonly addresses: readonly HostAddress[]
}

/** So long a name is waited for when an address is saved. */
const CHECK_MS = 2000

const resolveName: Lookup = (host) => systemLookup(host, { all: true })

/** `[::1]` without its brackets, and a name without the dot at its end. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const inside = (host: string) =>
  new AppError(
    'WEBHOOK_NETWORK_NOT_ALLOWED',
    `${host} leads to an address that is not of the internet; a public one was expected, or one that WEBHOOK_HOSTS ` +
      'names as an origin.',
    { host },
  )

export function webhookAddresses({ hosts, origins, ports }: WebhookRules, lookup: Lookup = resolveName) {
  /** Throws WEBHOOK_ADDRESS_INVALID, WEBHOOK_PORT_NOT_ALLOWED, WEBHOOK_HOST_NOT_ALLOWED. */
  function urlOf(address: string): { url: URL; isNamed: boolean } {
    const url = webhookAddress(address)
    const isNamed = url !== null && origins.includes(url.origin)
    const port = Number(url?.port || (url?.protocol === 'http:' ? 80 : 443))
    const isPlain = url?.protocol === 'http:'
    if (url === null || (!isNamed && isPlain && !(ports.includes(80) && port === 80)))
      throw new AppError(
        'WEBHOOK_ADDRESS_INVALID',
        `${JSON.stringify(address.slice(0, 200))} is no address of a webhook; https:// with a host was expected, ` +
          'without a user, a password or a part behind #.',
      )
    if (isNamed) return { url, isNamed }
    if (!ports.includes(port))
      throw new AppError(
        'WEBHOOK_PORT_NOT_ALLOWED',
        `Port ${port} is not one to which webhooks are sent; ${ports.join(', ')} was expected.`,
        { port, ports: ports.join(', ') },
      )
    const host = hostOf(url)
    if (hosts !== null && !hosts.includes(host))
      throw new AppError(
        'WEBHOOK_HOST_NOT_ALLOWED',
        `Webhooks are not sent to ${host}; a host that WEBHOOK_HOSTS names was expected.`,
        { host },
      )
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw inside(host)
    return { url, isNamed }
  }

  return {
    /**
     * Throws what `urlOf` throws, and WEBHOOK_NETWORK_NOT_ALLOWED. A name that is not known at the moment is let
     * through: it is resolved again for each request.
     */
    async check(address: string): Promise<void> {
      const { url, isNamed } = urlOf(address)
      const host = hostOf(url)
      if (isNamed || isIP(host) !== 0) return
      const found = await within(lookup(host), AbortSignal.timeout(CHECK_MS)).catch((): readonly HostAddress[] => [])
      if (found.some((one) => !isPublicAddress(one.address))) throw inside(host)
    },

    /** Where one request goes. Throws what `check` throws; rejects as the lookup does where the name is not known. */
    async resolve(address: string): Promise<Target> {
      const { url, isNamed } = urlOf(address)
      const host = hostOf(url)
      const family = isIP(host)
      const addresses = family === 0 ? await lookup(host) : [{ address: host, family }]
      if (!isNamed && addresses.some((one) => !isPublicAddress(one.address))) throw inside(host)
      return { url, addresses }
    },
  }
}

export type WebhookAddresses = ReturnType<typeof webhookAddresses>
