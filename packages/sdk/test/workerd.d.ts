/** The package has no types of its own: its default export is the path of the program. */
declare module "workerd" {
  const program: string;
  export default program;
}
