/**
 * Which IP addresses are of the internet, and which of the network of the server, of the machine itself or
 * of no one: what people let the server call must not reach those (RFC 6890, RFC 8190).
 */
import { BlockList, isIP } from 'node:net'

const NOT_PUBLIC: Readonly<Record<'ipv4' | 'ipv6', readonly string[]>> = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    // Link-local, with the metadata of cloud machines (169.254.169.254).
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: [
    // Unspecified, loopback and addresses that hold one of IPv4: mapped, compatible, NAT64, 6to4, Teredo.
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    // Private, with the metadata of cloud machines (fd00:ec2::254); link-local, site-local, multicast.
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
}

function listOf(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of NOT_PUBLIC[family]) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), family)
  }
  return list
}
/** One list each: a rule of one family never applies to the other, also for equivalent forms. */
const LISTS = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') }

/** False also for what is no IP address. Addresses of IPv6 that hold one of IPv4 are not public, whichever it is. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  if (family === 0) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  return !LISTS[kind].check(plain, kind)
}
