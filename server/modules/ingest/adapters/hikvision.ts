/** Hikvision counting cameras: metadata with counters since the last reset, or the people in view. */
import type { Adapter } from '../reading.ts'
import { countOf, deviceOf, fieldsOf, gather, invalid, isFields, shown, textOf } from './read.ts'
import { isoInstant } from './read-instants.ts'

export const hikvision: Adapter = {
  name: 'hikvision',
  label: 'Hikvision',
  takes: 'json',
  types: ['application/json'],

  parse(body) {
    const items = Array.isArray(body) ? body : [body]
    const messages = gather()
    for (const item of items) {
      const metadata = fieldsOf(item).Metadata
      if (!isFields(metadata))
        throw invalid(`Metadata is ${shown(metadata)}; expected the JSON metadata of a counting camera.`)
      const info = fieldsOf(metadata.DevInfo)
      const draft = messages.of(deviceOf(info.macAddress, 'Metadata.DevInfo.macAddress'))
      // Channel 1 has no name, so that a camera with one lens has one stream.
      const channel = textOf(info.channel)
      const line = channel === '1' ? '' : channel
      const at = isoInstant(metadata.time)
      const situation = fieldsOf(metadata.Situation)
      if (at === null) {
        draft.miss('TIME_UNREADABLE', metadata, 'time as an ISO time with an offset')
      } else if (metadata.subType === 'PeopleCounting') {
        draft.sentAt = at
        const totalIn = countOf(situation.enterRegionPeopleNum)
        const totalOut = countOf(situation.leaveRegionPeopleNum)
        if (totalIn === null || totalOut === null)
          draft.miss('COUNT_UNREADABLE', metadata, 'enterRegionPeopleNum and leaveRegionPeopleNum as whole numbers')
        else draft.add({ kind: 'counter', line, at, totalIn, totalOut })
      } else if (metadata.subType === 'framesPeopleCounting') {
        draft.sentAt = at
        const people = countOf(situation.personCount)
        if (people === null) draft.miss('COUNT_UNREADABLE', metadata, 'personCount as a whole number')
        else draft.add({ kind: 'occupancy', line, at, people })
      } else draft.add({ kind: 'heartbeat', at, flags: [] })
    }
    return messages.messages()
  },
}
