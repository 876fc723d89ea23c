/** The contract without its schemas: methods, paths and tags, made by vite.config.ts. */
declare module 'virtual:contract' {
  const contract: unknown
  export default contract
}
