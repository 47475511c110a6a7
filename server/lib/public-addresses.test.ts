import { expect, test } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'

test.each([
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1']],
  ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
  ['metadata of a cloud', ['169.254.169.254', 'fd00:ec2::254']],
  ['shared by customers of a provider', ['100.64.0.1', '100.127.255.255']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['reserved and for documents', ['192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '2001:db8::1']],
  [
    'of IPv4 inside of IPv6',
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2002:7f00:1::', '::7f00:1'],
  ],
  ['no address', ['', 'localhost', '127.1', '8.8.8.8.8', '[::1]']],
])('an address that is %s is not public', (_what, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('an address beside each of them is', () => {
  const public_ = [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ]
  const more = ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.0.1', '223.255.255.255']
  const six = ['2606:4700::1111', '2a00:1450:4003:80f::200e', '2400:cb00::1']
  expect([...public_, ...more, ...six].filter((one) => !isPublicAddress(one))).toEqual([])
})
