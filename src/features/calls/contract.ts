export * from '#calls'
