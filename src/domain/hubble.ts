/**
 * The device fleet (spec 2, sections 2, 3 and 5): MAC addresses, their owners and what is known of one address
 * from five lists.
 */
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'
import type { MacVerdicts } from '#schemas/generated/api/mac-verdicts.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import { strictMac } from './mac.ts'

/** Placeholder of an unknown MAC address. */
export const DEFAULT_MAC = '00:00:00:00:00:00'

/** An address that a device can have; all zeros represents none. */
export const isDeviceMac = (text: string): boolean => ![null, DEFAULT_MAC].includes(strictMac(text))

/** Protocols of footscans: our own protocol, or the name of an adapter. */
export const FOOTSCAN_KINDS = [
  'aforo',
  'brickstream',
  'xovis',
  'axis',
  'milesight',
  'terabee',
  'imbuildings',
  'open-mesh',
  'meraki',
  'cisco-spaces',
  'hikvision',
  'flowity',
] as const satisfies readonly FleetFootscan['kind'][]

const STRICT = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/

/** Six upper-case hex pairs separated by colons, and nothing else. */
export const isStrictMac = (text: string): boolean => STRICT.test(text)

/**
 * 12 hex digits remain once the colons are removed.
 *
 * @specified and asked by no screen yet
 */
export const isPlainMac = (text: string): boolean => /^[0-9A-Fa-f]{12}$/.test(text.replaceAll(':', ''))

export type Maker = 'brickstream' | 'openmesh' | 'teltonika'

/**
 * First three bytes, as registered with the IEEE (MA-L) and seen on devices:
 * - brickstream: the sensors carry the block of Point Grey Research, whose cameras are inside (recorded payloads of the
 *   2300 and of 3D
 *   sensors name 00:b0:9d), and its second one; both went to FLIR with the company.
 * - openmesh: AC:86:74 (Open Mesh, Inc.; the nodes on the batman-adv lists of its developers).
 * - teltonika: 00:1E:42 (routers RUT and RUTX), 20:97:27 (Teltonika Networks), 38:8A:21 (Teltonika Telematics).
 */
const PREFIXES: ReadonlyMap<string, Maker> = new Map([
  ['00:B0:9D', 'brickstream'],
  ['2C:DD:A3', 'brickstream'],
  ['AC:86:74', 'openmesh'],
  ['00:1E:42', 'teltonika'],
  ['20:97:27', 'teltonika'],
  ['38:8A:21', 'teltonika'],
])

/** The maker of an address, by its prefix; null = another maker. Takes the strict form. */
export const makerOf = (mac: string): Maker | null => PREFIXES.get(mac.slice(0, 8)) ?? null

/**
 * The verdict on each line of a list, given the existing addresses. Lines keep their order; blank ones are
 * left out.
 */
export function verdictsOf(lines: readonly string[], known: ReadonlySet<string>): MacVerdicts['verdicts'] {
  const seen = new Set<string>()
  return lines
    .map((line) => line.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const mac = strictMac(text)
      if (mac === null || !isDeviceMac(mac)) return { text, mac: null, maker: null, verdict: 'invalid' }
      const verdict = seen.has(mac) ? 'repeated' : known.has(mac) ? 'known' : 'added'
      seen.add(mac)
      return { text, mac, maker: makerOf(mac), verdict }
    })
}

/** The five lists, each with at most one entry a MAC. */
export interface NodeSources {
  readonly ssh: readonly SshConfig[]
  readonly wifi: readonly WifiConfig[]
  readonly config: readonly { readonly mac: string }[]
  readonly factory: readonly { readonly mac: string }[]
  readonly footscans: readonly FleetFootscan[]
}

/** One node for each MAC that any list has, by MAC, with all that the lists say of it. */
export function mergeNodes({ ssh, wifi, config, factory, footscans }: NodeSources): FleetNode[] {
  const nodes = new Map<string, FleetNode>()
  const at = (mac: string): FleetNode => {
    const node = nodes.get(mac) ?? {
      mac,
      maker: makerOf(mac),
      connection: null,
      wifi: null,
      config: false,
      factory: false,
      footscan: null,
    }
    nodes.set(mac, node)
    return node
  }
  for (const { mac, ip, port, user, hasPassword, tunnelEnabled, proxyMobile } of ssh)
    at(mac).connection = { ip, port, user, hasPassword, tunnelEnabled, proxyMobile }
  for (const { mac, ssid, hasPassword } of wifi) at(mac).wifi = { ssid, hasPassword }
  for (const { mac } of config) at(mac).config = true
  for (const { mac } of factory) at(mac).factory = true
  for (const { mac, id, name, area, local, client, kind, enabled } of footscans)
    at(mac).footscan = { id, name, area, local, client, kind, enabled }
  return [...nodes.values()].sort((a, b) => (a.mac < b.mac ? -1 : 1))
}

/**
 * The tunnel flag of any value that was sent (spec 2, section 5). Words that mean no are false, although JavaScript
 * calls them true.
 */
export function asTunnelFlag(value: unknown): boolean {
  return typeof value === 'string'
    ? !['', '0', 'false', 'no', 'off', 'null'].includes(value.trim().toLowerCase())
    : Boolean(value)
}

/** An answer that is worth keeping: a list with one entry or none is asked for again (spec 2, section 7). */
export const isWorthKeeping = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).length > 1
