/** A script with all that it imports, minified, as one text (`vite/inline-script.ts`). */
declare module '*?inline-script' {
  const code: string
  export default code
}
