/** Whose an address is, as far as limits go. */
import { isIPv6 } from 'node:net'

/** One customer holds a whole /64 of IPv6, and one address of IPv4. */
export const network = (address: string): string => prefix(address, 4)

/** A customer of a hosting company holds up to a /48 of IPv6: what is tried over many networks is counted by that. */
export const site = (address: string): string => prefix(address, 3)

function prefix(address: string, groupsKept: number): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (v4?.[1] !== undefined) return v4[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups
    .slice(0, groupsKept)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${groupsKept * 16}`
}
