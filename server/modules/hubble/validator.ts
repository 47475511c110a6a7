/**
 * MAC addresses that wait to be seen: put on the list before the installation, taken off when the device has reported.
 */
import { makerOf, verdictsOf } from '#domain/hubble'
import type { MacVerdicts } from '#schemas/generated/api/mac-verdicts.ts'
import type { MacPings } from '#schemas/generated/entities/mac-pings.ts'
import type { MacValidation } from '#schemas/generated/entities/mac-validation.ts'
import type { Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import { byMac } from './by-mac.ts'
import type { ByMac } from './by-mac.ts'
import { requireMac } from './mac-param.ts'
import { removal, type Recorder } from './entry.ts'
import type { HubbleParts } from './parts.ts'

interface ValidatorParts extends Pick<HubbleParts, 'catalog' | 'facts'> {
  readonly record: Recorder
}

export function validatorService({ catalog, facts, record }: ValidatorParts) {
  async function read(scope: Scope, rows: readonly Row<'hubble_validator'>[]): Promise<MacValidation[]> {
    const [footscans, contacts, knocks] = await Promise.all([
      catalog.fleet.list(scope),
      facts.devices.lastContacts(),
      facts.devices.lastKnocks(rows.map(({ mac }) => mac)),
    ])
    const ids = new Map(footscans.map(({ mac, id }) => [mac, id]))
    return rows.map(({ mac, added_at: addedAt }) => {
      const footscan = ids.get(mac) ?? null
      const [contact, knock] = [footscan === null ? undefined : contacts.get(footscan), knocks.get(mac)]
      return {
        id: mac,
        mac,
        maker: makerOf(mac),
        state: contact !== undefined ? 'heard' : knock !== undefined ? 'knocked' : 'waiting',
        footscan,
        lastAt: contact ?? knock ?? null,
        addedAt,
      }
    })
  }

  return {
    validations: async (scope: Scope): Promise<ByMac<MacValidation>> =>
      byMac(await read(scope, await catalog.hubble.validated(scope))),

    /** Adding one that is there already changes nothing. Throws MAC_INVALID. */
    async validate(scope: Scope, text: string): Promise<MacValidation> {
      const mac = requireMac(text)
      const row = await record(scope, 'validator.add', mac, async ({ hubble }, at) => {
        await hubble.validate(scope, [mac], at)
        return { answer: (await hubble.validated(scope)).find((one) => one.mac === mac) }
      })
      const [answer] = await read(scope, row === undefined ? [] : [row])
      if (answer === undefined) throw new Error(`${mac} was put on the list and is not there.`)
      return answer
    },

    /** Every line gets its verdict; what is no MAC address keeps the others from nothing. */
    validateAll(scope: Scope, lines: readonly string[]): Promise<MacVerdicts> {
      return record(scope, 'validator.bulk', 'validator', async ({ hubble }, at) => {
        const verdicts = verdictsOf(lines, new Set((await hubble.validated(scope)).map(({ mac }) => mac)))
        const added = await hubble.validate(
          scope,
          verdicts.flatMap(({ mac, verdict }) => (verdict === 'added' && mac !== null ? [mac] : [])),
          at,
        )
        return { answer: { verdicts }, details: { lines: verdicts.length, added: added.length } }
      })
    },

    /** Throws MAC_INVALID, NODE_ENTRY_NOT_FOUND. */
    stopValidating(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'validator.remove',
        mac,
        removal('validator', mac, (hubble) => hubble.forget(scope, mac)),
      )
    },

    /** Of any MAC address, on the list or not. Throws MAC_INVALID. */
    async pings(scope: Scope, text: string): Promise<MacPings> {
      const mac = requireMac(text)
      const footscan = (await catalog.fleet.list(scope)).find((one) => one.mac === mac)?.id ?? null
      return { mac, maker: makerOf(mac), footscan, ...(await facts.devices.tracesOf(mac, footscan)) }
    },
  }
}
