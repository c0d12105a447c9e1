// The library is loaded when the program starts, not linked: the program builds and runs on machines without it, and a
// machine that makes pictures needs the library alone, not the hundred packages of its headers. What is used of it is its
// interface for other languages: operations by name, arguments as text. It has been the same since libvips 8.0, and is what
// pyvips, ruby-vips and php-vips call in the same way.

#include "vips.h"

#include <dlfcn.h>
#include <stdlib.h>

typedef unsigned long GType;

static struct {
	int (*vips_init)(const char *);
	const char *(*vips_version_string)(void);
	int (*vips_version)(int);
	void (*vips_cache_set_max)(int);
	void (*vips_concurrency_set)(int);
	void (*vips_operation_block_set)(const char *, int);
	char *(*vips_error_buffer_copy)(void);
	void (*vips_error_clear)(void);
	void (*vips_thread_shutdown)(void);
	Object (*vips_operation_new)(const char *);
	int (*vips_object_set_argument_from_string)(Object, const char *, const char *);
	int (*vips_cache_operation_buildp)(Object *);
	void (*vips_object_unref_outputs)(Object);
	void *(*vips_blob_new)(void *, const void *, size_t);
	const void *(*vips_blob_get)(void *, size_t *);
	void (*vips_area_unref)(void *);
	int (*vips_image_get_width)(Object);
	int (*vips_image_get_height)(Object);
	int (*vips_image_get_bands)(Object);
	int (*vips_image_get_format)(Object);
	int (*vips_image_get_interpretation)(Object);
	int (*vips_image_hasalpha)(Object);
	GType (*vips_image_get_typeof)(Object, const char *);
	int (*vips_image_get_int)(Object, const char *, int *);
	Object (*vips_image_copy_memory)(Object);
	void (*vips_image_set_kill)(Object, int);
	void (*g_object_set)(void *, const char *, ...);
	void (*g_object_get)(void *, const char *, ...);
	void (*g_object_unref)(void *);
	void (*g_free)(void *);
} v;

static const struct {
	const char *name;
	void *into;
} symbols[] = {
#define SYMBOL(name) {#name, &v.name}
	SYMBOL(vips_init),
	SYMBOL(vips_version_string),
	SYMBOL(vips_version),
	SYMBOL(vips_cache_set_max),
	SYMBOL(vips_concurrency_set),
	SYMBOL(vips_operation_block_set),
	SYMBOL(vips_error_buffer_copy),
	SYMBOL(vips_error_clear),
	SYMBOL(vips_thread_shutdown),
	SYMBOL(vips_operation_new),
	SYMBOL(vips_object_set_argument_from_string),
	SYMBOL(vips_cache_operation_buildp),
	SYMBOL(vips_object_unref_outputs),
	SYMBOL(vips_blob_new),
	SYMBOL(vips_blob_get),
	SYMBOL(vips_area_unref),
	SYMBOL(vips_image_get_width),
	SYMBOL(vips_image_get_height),
	SYMBOL(vips_image_get_bands),
	SYMBOL(vips_image_get_format),
	SYMBOL(vips_image_get_interpretation),
	SYMBOL(vips_image_hasalpha),
	SYMBOL(vips_image_get_typeof),
	SYMBOL(vips_image_get_int),
	SYMBOL(vips_image_copy_memory),
	SYMBOL(vips_image_set_kill),
	SYMBOL(g_object_set),
	SYMBOL(g_object_get),
	SYMBOL(g_object_unref),
	SYMBOL(g_free),
#undef SYMBOL
};

// Older ones write Exif of their own into WebP, and make pictures smaller at half the speed.
static const char too_old[] = "this libvips is older than 8.15";

const char *open_vips(const char *const *files, const char *const *loaders) {
	void *library = NULL;
	for (; *files != NULL && library == NULL; files++)
		library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		return "libvips is not installed";
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
		// Those of GObject are found too: the library depends on it.
		void *symbol = dlsym(library, symbols[i].name);
		if (symbol == NULL)
			return too_old;
		*(void **)symbols[i].into = symbol;
	}
	if (v.vips_version(0) * 100 + v.vips_version(1) < 815)
		return too_old;
	setenv("VIPS_WARNING", "1", 0); // errors of damaged pictures go to the caller, not to standard error
	if (v.vips_init("storefront") != 0)
		return "libvips does not start";
	// Nothing is loaded but by the loaders that are listed; there are some for SVG, PDF and programs' own files.
	v.vips_operation_block_set("VipsForeignLoad", 1);
	for (; *loaders != NULL; loaders++)
		v.vips_operation_block_set(*loaders, 0);
	v.vips_cache_set_max(0);      // of operations: no two are the same here
	v.vips_concurrency_set(1);    // pictures are made beside each other
	return NULL;
}

const char *version_of_vips(void) { return v.vips_version_string(); }

Object new_operation(const char *name) { return v.vips_operation_new(name); }

void set_picture(Object operation, const char *name, Object picture) { v.g_object_set(operation, name, picture, NULL); }

void set_data(Object operation, const char *name, const void *data, size_t size) {
	void *blob = v.vips_blob_new(NULL, data, size);
	v.g_object_set(operation, name, blob, NULL);
	v.vips_area_unref(blob);
}

int set_text(Object operation, const char *name, const char *value) {
	return v.vips_object_set_argument_from_string(operation, name, value);
}

Object run_operation(Object operation) {
	if (v.vips_cache_operation_buildp(&operation) != 0) {
		end_operation(operation);
		return NULL;
	}
	return operation;
}

Object result_picture(Object operation, const char *name) {
	Object picture = NULL;
	v.g_object_get(operation, name, &picture, NULL);
	return picture;
}

void *result_data(Object operation, const char *name, const void **data, size_t *size) {
	void *blob = NULL;
	v.g_object_get(operation, name, &blob, NULL);
	*size = 0;
	*data = blob == NULL ? NULL : v.vips_blob_get(blob, size);
	return blob;
}

void free_data(void *area) {
	if (area != NULL)
		v.vips_area_unref(area);
}

void end_operation(Object operation) {
	v.vips_object_unref_outputs(operation);
	v.g_object_unref(operation);
}

int width_of(Object picture) { return v.vips_image_get_width(picture); }
int height_of(Object picture) { return v.vips_image_get_height(picture); }
int bands_of(Object picture) { return v.vips_image_get_bands(picture); }
int format_of(Object picture) { return v.vips_image_get_format(picture); }
int interpretation_of(Object picture) { return v.vips_image_get_interpretation(picture); }
int has_alpha(Object picture) { return v.vips_image_hasalpha(picture); }
int has_field(Object picture, const char *name) { return v.vips_image_get_typeof(picture, name) != 0; }

int int_of(Object picture, const char *name) {
	int n = 0;
	if (!has_field(picture, name) || v.vips_image_get_int(picture, name, &n) != 0)
		return 0;
	return n;
}

Object in_memory(Object picture) { return v.vips_image_copy_memory(picture); }
void kill_picture(Object picture) { v.vips_image_set_kill(picture, 1); }
void release(Object object) { v.g_object_unref(object); }

char *failure(void) { return v.vips_error_buffer_copy(); }
void release_text(char *text) { v.g_free(text); }
void tidy_thread(void) { v.vips_thread_shutdown(); }
