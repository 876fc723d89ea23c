/** The frames in which pages show the picture of a person; see `Portrait`. */
export const portraitFrames = [
  { label: 'On the page of the team', width: 4, height: 3, isOpaqueOnly: true },
  { label: 'In lists and beside quotes', width: 1, height: 1, isOpaqueOnly: true },
]
