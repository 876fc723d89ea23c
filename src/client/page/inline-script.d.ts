/** A script with all that it imports, minified, as one text (`vite/inline-script.ts`). */
declare module '*?inline-script' {
  const code: string
  export default code
}

/** The scripts that an import() of the file loads, on the built server alone (`vite/import-files.ts`). */
declare module '*?import-files' {
  const files: string | undefined
  export default files
}
