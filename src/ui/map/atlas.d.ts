/** Not read by the compiler: the types of half a megabyte of numbers would say nothing. */
declare module 'world-atlas/countries-110m.json' {
  const topology: import('./topology.ts').Atlas
  export default topology
}
declare module 'world-atlas/countries-50m.json' {
  const topology: import('./topology.ts').Atlas
  export default topology
}
