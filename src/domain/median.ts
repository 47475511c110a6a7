/** @param values at least one */
export function median(values: readonly number[]): number {
  const order = values.toSorted((a, b) => a - b)
  const middle = order.length >> 1
  return order.length % 2 === 1 ? order[middle]! : (order[middle - 1]! + order[middle]!) / 2
}
