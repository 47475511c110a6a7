import type { Encode } from './encode.ts'

/** Logics push of firmware 5: records of a line count, instants in epoch ms. */
export const xovis5: Encode = ({ mac }, readings, _sentAt, sequence) => {
  const lines = [...Map.groupBy(readings, ({ line }) => line)]
  return {
    path: '/api/ingest/xovis',
    type: 'application/json',
    body: JSON.stringify({
      logics_data: {
        package_info: { version: '5.0', id: sequence, agent_id: 1 },
        sensor_info: { serial_number: mac, type: 'SINGLE_SENSOR' },
        logics: lines.map(([line, counts], n) => ({
          id: n,
          name: line,
          info: 'XLT_4X_LINE_IN_OUT_COUNT',
          geometries: [{ id: n, type: 'LINE', name: line }],
          records: counts.map((count) => ({
            from: count.start,
            to: count.end,
            counts: [
              ...(count.in === null ? [] : [{ id: 1, name: 'fw', value: count.in }]),
              ...(count.out === null ? [] : [{ id: 2, name: 'bw', value: count.out }]),
            ],
          })),
        })),
      },
    }),
  }
}
