import { localTime } from './local-time.ts'
import type { Encode } from './encode.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Version 5: local date and time, and UnixStartTime beside it. It has no word for "not counted": that is 0. */
export const brickstream: Encode = ({ mac, timeZone }, readings, sentAt) => {
  const { offsetS } = localTime(timeZone, sentAt)
  const reports = [...Map.groupBy(readings, ({ start }) => localTime(timeZone, start).date)].map(([date, ofDay]) => {
    const objects = [...Map.groupBy(ofDay, ({ line }) => line)].map(([line, counts], n) => {
      const rows = counts.map(
        (count) =>
          `<Count StartTime="${localTime(timeZone, count.start).time}" ` +
          `EndTime="${localTime(timeZone, count.end).time}" UnixStartTime="${Math.floor(count.start / 1000)}" ` +
          `Enters="${count.in ?? 0}" Exits="${count.out ?? 0}" Status="0"/>`,
      )
      return (
        `<Object Id="${n}" DeviceId="${escaped(mac)}" Devicename="played" ObjectType="0" ` +
        `Name="${escaped(line)}" ExternalId="">${rows.join('')}</Object>`
      )
    })
    return `<Report Date="${date}">${objects.join('')}</Report>`
  })
  const minutes =
    readings[0] === undefined ? 1 : Math.max(1, Math.round((readings[0].end - readings[0].start) / 60_000))
  return {
    path: '/api/ingest/brickstream',
    type: 'application/xml',
    body:
      `<?xml version="1.0" encoding="UTF-8"?>\n<Metrics SiteId="1" Sitename="played" DeviceId="1" ` +
      'Devicename="played" DivisionId="1">' +
      `<Properties><Version>5</Version><TransmitTime>${Math.floor(sentAt / 1000)}</TransmitTime>` +
      `<MacAddress>${mac.toLowerCase()}</MacAddress><IpAddress>192.0.2.10</IpAddress><HostName>played</HostName>` +
      `<HttpPort>80</HttpPort><HttpsPort>443</HttpsPort><Timezone>${offsetS / 3600}</Timezone>` +
      `<TimezoneName>${escaped(timeZone)}</TimezoneName><DST>0</DST><HwPlatform>2510</HwPlatform>` +
      '<SerialNumber>1</SerialNumber><DeviceType>0</DeviceType><SwRelease>5.2</SwRelease></Properties>' +
      `<ReportData Interval="${minutes}">${reports.join('')}</ReportData></Metrics>`,
  }
}
