// Loaded into a service under measurement: tells what it has used when it is asked.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() })
})
process.channel?.unref()
