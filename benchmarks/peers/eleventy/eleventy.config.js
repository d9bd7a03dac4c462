/** The fastest configuration: one JavaScript template paginated over the windows, records encoded once, no copying. */
export default function configure(config) {
  config.setQuietMode(true);
  config.setUseGitIgnore(false);
  return { dir: { input: 'pages', output: process.env.OUTPUT } };
}
