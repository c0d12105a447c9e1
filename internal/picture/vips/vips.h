// What is used of libvips and GObject, without their headers: see vips.c.

#include <stddef.h>

typedef void *Object; // an operation or a picture

// open_vips loads the first of the files that can be loaded and prepares it, for some loaders of pictures. It returns
// NULL, or what is wrong.
const char *open_vips(const char *const *files, const char *const *loaders);
const char *version_of_vips(void);

Object new_operation(const char *name);
void set_picture(Object operation, const char *name, Object picture);
void set_data(Object operation, const char *name, const void *data, size_t size);
int set_text(Object operation, const char *name, const char *value);

// run_operation gives the operation that has run, or NULL. It takes the one that it is given.
Object run_operation(Object operation);
Object result_picture(Object operation, const char *name);
void *result_data(Object operation, const char *name, const void **data, size_t *size);
void free_data(void *area);
void end_operation(Object operation);

int width_of(Object picture);
int height_of(Object picture);
int bands_of(Object picture);
int format_of(Object picture);
int interpretation_of(Object picture);
int has_alpha(Object picture);
int has_field(Object picture, const char *name);
int int_of(Object picture, const char *name);
Object in_memory(Object picture);
void kill_picture(Object picture);
void release(Object object);

// failure takes the text of what went wrong.
char *failure(void);
void release_text(char *text);
void tidy_thread(void);
