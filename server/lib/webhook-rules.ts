/** Where webhooks may be sent, as the environment says: WEBHOOK_HOSTS and WEBHOOK_PORTS. */
import type { Environment } from './environment.ts'
import type { StartError } from './errors.ts'

export interface WebhookRules {
  /** Names of hosts, which must lead to public addresses; null = any. */
  readonly hosts: readonly string[] | null
  /** Whole origins that are allowed as they are, wherever they lead: `http://alerts.lan:8080`. */
  readonly origins: readonly string[]
  /** Of public hosts. Port 80 uses plain http, the others TLS. */
  readonly ports: readonly number[]
}

/** @internal for tests */
export const USUAL_WEBHOOK_RULES: WebhookRules = { hosts: null, origins: [], ports: [443] }

const EXPECTED_HOSTS = 'host names, * for any public host, or origins like http://alerts.lan:8080, separated by commas'
const EXPECTED_PORTS = 'ports from 1 to 65535 separated by commas'

type Refuse = (name: string, value: string, expected: string) => StartError

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** @param refuse makes the StartError CONFIG_INVALID that is thrown */
export function readWebhookRules({ WEBHOOK_HOSTS = '*', WEBHOOK_PORTS = '443' }: Environment, refuse: Refuse) {
  const entries = partsOf(WEBHOOK_HOSTS.toLowerCase())
  const origins = entries.filter((entry) => entry.includes('://'))
  const hosts = entries.filter((entry) => !entry.includes('://'))
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : null
    if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== origin)
      throw refuse('WEBHOOK_HOSTS', origin, EXPECTED_HOSTS)
  }
  const wrong = hosts.find((host) => host !== '*' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
  if (wrong !== undefined) throw refuse('WEBHOOK_HOSTS', wrong, EXPECTED_HOSTS)
  const ports = partsOf(WEBHOOK_PORTS).map((part) => {
    const port = /^\d{1,5}$/.test(part) ? Number(part) : 0
    if (port < 1 || port > 65_535) throw refuse('WEBHOOK_PORTS', part, EXPECTED_PORTS)
    return port
  })
  return { hosts: hosts.includes('*') ? null : hosts, origins, ports } satisfies WebhookRules
}
